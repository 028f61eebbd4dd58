// Does a fixed piece of work in a fresh process and prints the processor time that it took, in milliseconds: a measure
// of the machine. The work is of the kind that tests do: start Node, load modules, fill memory, send requests and write
// files.
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, createServer, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import 'hono'
import 'zod'

const kept = []
for (let round = 0; round < 10; round += 1) {
  const rows = Array.from({ length: 2_000 }, (_, id) => ({
    id,
    name: `row ${id} of ${round}`,
    tags: [id, round],
  }))
  kept.push(JSON.parse(JSON.stringify(rows)))
}

const body = JSON.stringify(kept[0].slice(0, 100))
const server = createServer((_, response) => response.end(body)).listen(0, '127.0.0.1')
await once(server, 'listening')
const agent = new Agent({ keepAlive: true })
for (let count = 0; count < 200; count += 1) {
  const [response] = await once(get({ host: '127.0.0.1', port: server.address().port, agent }), 'response')
  await response.toArray()
}
agent.destroy()
server.close()

const folder = mkdtempSync(join(tmpdir(), 'floor-'))
for (let file = 0; file < 100; file += 1) {
  writeFileSync(join(folder, `${file}`), body)
  readFileSync(join(folder, `${file}`))
}
rmSync(folder, { recursive: true })

const { user, system } = process.cpuUsage()
process.stdout.write(`${(user + system) / 1_000}`)
