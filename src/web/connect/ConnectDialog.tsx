export const ConnectDialog = (_props: { onClose: () => void; files?: File[]; engine?: string }) => null
