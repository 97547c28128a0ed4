export const UploadDialog = (_props: { onClose: () => void; files?: File[]; engine?: string }) => null
