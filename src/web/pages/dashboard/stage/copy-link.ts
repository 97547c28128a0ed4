import { lazyPart } from '../../../lazy/lazy-part.tsx'

export const CopyLink = lazyPart(async () => (await import('./CopyLink.tsx')).CopyLink)
