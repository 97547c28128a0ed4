import { basePath } from '../../data/base-path.ts'
import { copyUrl } from '../../ui/button/copy-url.ts'

/** Copies the full URL of a page. */
export const copyLink = (path: string): Promise<void> => copyUrl(`${window.location.origin}${basePath()}${path}`)
