export type Stack = 'html' | 'react' | 'vue' | 'server'

export const exampleDomain = 'https://app.example.org'

export type Place = { url: string; id: string; /** One chart alone. */ chart: number | null }

/** Code to paste into a site; the server's part is the same for all. */
export const codeFor: Record<Stack, (place: Place) => string> = {
  html: ({ url, id, chart }) => `<div id="dashboard"></div>
<script type="module">
  import { embed } from '${url}/embed/embed.js'

  embed({
    url: '${url}',
    id: '${id}',${chart === null ? '' : `\n    chart: ${chart},`}
    container: '#dashboard',
    getToken: async () => (await fetch('/dashboard-token')).text(),
  })
</script>`,
  react: ({ url, id, chart }) => `import { Dashboard } from 'chartroom/sdk/react.js'

const getToken = async () => (await fetch('/dashboard-token')).text()

export const Sales = () => <Dashboard url="${url}" id="${id}"${chart === null ? '' : ` chart={${chart}}`} getToken={getToken} />`,
  vue: ({ url, id, chart }) => `<script setup>
import { onBeforeUnmount, onMounted, ref } from 'vue'
import { embed } from 'chartroom/sdk/embed.js'

const place = ref()
let dashboard
onMounted(() => {
  dashboard = embed({
    url: '${url}',
    id: '${id}',${chart === null ? '' : `\n    chart: ${chart},`}
    container: place.value,
    getToken: async () => (await fetch('/dashboard-token')).text(),
  })
})
onBeforeUnmount(() => dashboard.remove())
</script>

<template><div ref="place"></div></template>`,
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
