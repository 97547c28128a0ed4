// A plain Fastify server; reports its address to its parent.
import fastify from 'fastify'

const app = fastify()
app.post('/hello', async () => ({ hello: 'world' }))
process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }))
