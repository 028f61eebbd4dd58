// Posts the bodies given on stdin, a JSON list, to one receiver with nothing around it, as many at once as the simulator
// sends to one receiver, and prints the milliseconds it took. Its own process, as the simulator is one.
import { text } from 'node:stream/consumers'
import { Pool } from 'undici'

const bodies = JSON.parse(await text(process.stdin))
const pool = new Pool(process.argv[2], { connections: 16 })
const startedAt = performance.now()
let next = 0

async function one() {
  while (next < bodies.length) {
    const body = bodies[next]
    next += 1
    const { body: answer } = await pool.request({ method: 'POST', path: '/hooks', body })
    await answer.dump()
  }
}

await Promise.all(Array.from({ length: 16 }, one))
console.log(performance.now() - startedAt)
await pool.close()
