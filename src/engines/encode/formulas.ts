let areText = true

/** Whether texts that a spreadsheet would run as formulas are written so that it shows them as text. */
export const formulasAreText = (): boolean => areText

/** Set once, by the settings of the process. */
export const writeFormulasAsText = (asText: boolean): void => {
  areText = asText
}
