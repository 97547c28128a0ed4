/** A person's name, as lists and messages show it; empty for accounts without one. */
export const fullName = ({ first_name, last_name }: { first_name: string; last_name: string }): string =>
  `${first_name} ${last_name}`.trim()
