import { parseArgs } from 'node:util'
import { overNetwork, sessions } from '../test/api/judge/client.ts'
import { readConversations, type Version } from '../test/api/judge/record.ts'
import { replay, type Outcome } from '../test/api/judge/replay.ts'
import { conversationName, nameOf, readLater, readListed, scoreLines } from '../test/api/judge/score.ts'
import { makeWorld } from '../test/api/judge/world.ts'

const usage = `Replays the recorded API conversations against a running server and prints the share that is equal.

  npm run judge -- --url http://127.0.0.1:8088 --user admin --password … [options] [resource …]

  --database NAME     Name of the database that holds the sample tables (default: pg)
  --database-uri URI  Where it is, when it has to be registered first
  --schema NAME       Schema of the sample tables (default: public)
  --version V         6.1, 3.0 or any (default: any)
  --folder PATH       Another set of conversations
  --values            Compare texts, numbers and list lengths of all answers
  --later             Also play the conversations of later parts
  --show              Print every difference`

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8088' },
    user: { type: 'string', default: 'admin' },
    password: { type: 'string' },
    database: { type: 'string', default: 'pg' },
    'database-uri': { type: 'string' },
    schema: { type: 'string', default: 'public' },
    version: { type: 'string', default: 'any' },
    folder: { type: 'string' },
    values: { type: 'boolean', default: false },
    later: { type: 'boolean', default: false },
    show: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const judge = async () => {
  if (flags.help || !flags.password) return console.log(usage)
  const base = flags.url.replace(/\/$/, '')
  const send = overNetwork(base)
  const admin = { username: flags.user, password: flags.password }
  const uri = flags['database-uri']
  const world = await makeWorld({ send, admin, base, database: { name: flags.database, schema: flags.schema, ...(uri && { uri }) } })
  const later = readLater()
  const conversations = readConversations(positionals, flags.folder).filter((it) => {
    const name = conversationName({ resource: it.resource, conversation: it.name })
    return flags.later || !(name in later)
  })
  const versions: readonly Version[] = flags.version === 'any' ? ['6.1', '3.0'] : [flags.version as Version]
  const address = uri && new URL(uri).host
  const replaceText = (text: string) => (address ? text.replaceAll('127.0.0.1:5433', address) : text)
  const outcomes: Outcome[] = []
  const proofs = sessions(send, world.accounts)
  for (const conversation of conversations) {
    outcomes.push(
      ...(await replay(conversation, { send, sessions: proofs, variables: world.variables, versions, values: flags.values, replaceText })),
    )
  }
  const listed = readListed()
  if (flags.show) showDifferences(outcomes, listed)
  console.log(scoreLines(outcomes, { ...later, ...listed }).join('\n'))
}

const showDifferences = (outcomes: Outcome[], listed: ReturnType<typeof readListed>) => {
  for (const outcome of outcomes.filter((it) => !it.shape)) {
    const name = nameOf(outcome, outcomes)
    console.log(
      [`${name in listed ? '(listed) ' : ''}${name}`, outcome.request, ...outcome.why.slice(0, 8), outcome.received, ''].join('\n  '),
    )
  }
}

await judge()
