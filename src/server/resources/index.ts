import type { App } from '../http/serve.ts'

/** Every resource; adding one is a folder and a line here. */
export const resources: readonly ((app: App) => void)[] = []
