import type { App } from '../http/serve.ts'
import { jobs } from './job/routes.ts'
import { me } from './me/routes.ts'
import { security } from './security/routes.ts'
import { uploads } from './upload/routes.ts'

/** Every resource; adding one is a folder and a line here. */
export const resources: readonly ((app: App) => void)[] = [security, me, jobs, uploads]
