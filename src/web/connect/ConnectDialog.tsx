export const ConnectDialog = (_props: { onClose: () => void; engine?: string; edit?: number }) => null
