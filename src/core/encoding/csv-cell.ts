/** A quoted cell. What a spreadsheet would run as a formula begins with an apostrophe. */
export const csvCell = (text: string): string => `"${/^\s*[=+\-@|%]|^[\t\r]/.test(text) ? "'" : ''}${text.replaceAll('"', '""')}"`
