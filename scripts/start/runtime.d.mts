/** What `runtime.mjs` exports, for TypeScript. */
export const serverEnvironment: (own?: NodeJS.ProcessEnv) => NodeJS.ProcessEnv
