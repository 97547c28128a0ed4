export const DatasetSheet = (_props: { id: number; onClose: () => void }) => null
