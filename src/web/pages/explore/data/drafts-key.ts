/** Where drafts lie in the browser; without any their code is not loaded. */
export const draftsKey = 'chartroom.explore.drafts'
