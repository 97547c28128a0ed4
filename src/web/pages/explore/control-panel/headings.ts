import type { Control, Section } from '#charts/control.ts'

/** The headings, by the first visible control of each group. */
export const findHeadings = (section: Section, shown: Control[]): Map<Control, string> => {
  const found = new Map<Control, string>()
  let heading: string | undefined
  for (const control of section.rows.flat()) {
    heading = control.heading ?? heading
    if (!heading || !shown.includes(control)) continue
    found.set(control, heading)
    heading = undefined
  }
  return found
}
