/** Wire ids of the folders that stand for all metrics and all columns of a dataset. Their names are reserved. */
export const defaultFolders = {
  metrics: '255b537d-58c8-443d-9fc1-4e4dc75047e2',
  columns: '83a7ae8f-2e8a-4f2b-a8cb-ebaebef95b9b',
} as const

export const isDefaultFolder = (uuid: string): boolean => uuid === defaultFolders.metrics || uuid === defaultFolders.columns

export const isDefaultFolderName = (name: string): boolean => Object.hasOwn(defaultFolders, name.trim().toLowerCase())
