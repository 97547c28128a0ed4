export type Stack = 'html' | 'react' | 'server'

export const exampleDomain = 'https://app.example.org'

type Place = { url: string; id: string }

/** Code to paste into a site; the server's part is the same for all. */
export const codeFor: Record<Stack, (place: Place) => string> = {
  html: ({ url, id }) => `<div id="dashboard"></div>
<script type="module">
  import { embed } from '${url}/embed/embed.js'

  embed({
    url: '${url}',
    id: '${id}',
    container: '#dashboard',
    getToken: async () => (await fetch('/dashboard-token')).text(),
  })
</script>`,
  react: ({ url, id }) => `import { Dashboard } from 'chartroom/sdk/react.js'

const getToken = async () => (await fetch('/dashboard-token')).text()

export const Sales = () => <Dashboard url="${url}" id="${id}" getToken={getToken} />`,
  server: ({ url, id }) => `// GET /dashboard-token of your server, for a viewer who is signed in there.
// API_TOKEN belongs to an account that may grant guest tokens; it never leaves your server.
app.get('/dashboard-token', async (request, response) => {
  const answer = await fetch('${url}/api/v1/security/guest_token/', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: \`Bearer \${process.env.API_TOKEN}\` },
    body: JSON.stringify({
      user: { username: request.user.name },
      resources: [{ type: 'dashboard', id: '${id}' }],
      rls: [], // [{ clause: "customer_id = 7" }]: the rows that this viewer may see
    }),
  })
  response.type('text/plain').send((await answer.json()).token)
})`,
}
