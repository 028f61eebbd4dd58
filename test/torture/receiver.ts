import { createServer } from 'node:http'
import { z } from 'zod'
import type { Seeded } from '../support/seeded.ts'

/** The receiver of events: most attempts are taken, some are answered 500, some lose their connection. */
export interface Receiver {
  readonly url: string
  /** From now on every attempt is taken. */
  beGood(): void
  /** Whether an event of this label was ever taken. */
  hasTaken(labelId: string): boolean
  close(): Promise<void>
}

const event = z.object({ data: z.object({ id: z.string() }) })

export async function openReceiver(draw: Seeded): Promise<Receiver> {
  const taken = new Set<string>()
  let isGood = false
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.once('end', () => {
      const mood = isGood ? 1 : draw.next()
      if (mood < 0.1) return request.socket.destroy()
      if (mood < 0.35) return response.writeHead(500).end()
      taken.add(event.parse(JSON.parse(Buffer.concat(chunks).toString())).data.id)
      return response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The receiver has no port.')
  return {
    url: `http://127.0.0.1:${address.port}/hooks`,
    beGood: () => {
      isGood = true
    },
    hasTaken: (labelId) => taken.has(labelId),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
