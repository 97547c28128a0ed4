/** The type of tags that people put on objects; others are set by the system. */
const customType = 1

/** The names of the tags that people have put on an object. */
export const customTags = (tags: readonly { name: string; type: number }[]): string[] =>
  tags.flatMap(({ name, type }) => (type === customType ? [name] : []))
