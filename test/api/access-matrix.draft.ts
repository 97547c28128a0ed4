/** The least draft of a dashboard that is accepted. */
const textFields = ['dashboard_title', 'slug', 'description', 'css', 'certified_by', 'certification_details']
const texts = Object.fromEntries(textFields.map((name) => [name, '']))
const emptyVersion = { ...texts, owners: [], roles: [], json_metadata: '{}', position_json: '{}' }
export const emptyDraft = { etag: '', base: emptyVersion, draft: emptyVersion, steps: 1 }
