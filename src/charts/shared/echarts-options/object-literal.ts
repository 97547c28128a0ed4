/** A comment, a string in either quotes, a comma behind the last item, or a bare name before a colon. */
const token = /\/\/[^\n]*|\/\*[^]*?\*\/|'((?:[^'\\\n]|\\.)*)'|"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])|([a-z_$][\w$]*)(?=\s*:)/gi

/**
 * Reads a literal of JavaScript that is data: JSON with bare names, single quotes, commas at the end and comments. Throws a SyntaxError
 * where it is anything else.
 */
export const parseLiteral = (source: string): unknown =>
  JSON.parse(
    source.replaceAll(token, (text: string, single?: string, name?: string) => {
      if (name) return `"${name}"`
      if (single !== undefined) return `"${single.replaceAll("\\'", "'").replaceAll(/(?<!\\)"/g, '\\"')}"`
      return text.startsWith('"') ? text : ''
    }),
  )
