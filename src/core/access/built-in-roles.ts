/** Roles that the product creates; they can be neither renamed nor deleted. */
export const builtInRoles: readonly string[] = ['Admin', 'Alpha', 'Gamma', 'sql_lab', 'Public']
