/** Variables that a child process may have; secrets, which the server's own environment holds, are none of them. */
const passedOn = ['PATH', 'HOME', 'TZ', 'LANG', 'LC_ALL', 'TMPDIR', 'TEMP', 'SystemRoot', 'NODE_COMPILE_CACHE', 'NODE_EXTRA_CA_CERTS']

/** The environment of child processes that handle users' data, files or statements; without secrets. */
export const childEnvironment = (own: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => {
  const env: NodeJS.ProcessEnv = { ...own }
  for (const name of passedOn) if (process.env[name] !== undefined) env[name] = process.env[name]
  return env
}
