export const CommandPalette = (_props: { onClose: () => void; files?: File[]; engine?: string }) => null
