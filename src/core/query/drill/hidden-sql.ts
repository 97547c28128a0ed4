/** Guests get such a name for each custom SQL text, instead of the text. */
export const hiddenSqlPrefix = 'hidden_sql_'

/** Whether a text is the name of a hidden one. */
export const namesHiddenSql = (text: string): boolean => text.includes(hiddenSqlPrefix)
