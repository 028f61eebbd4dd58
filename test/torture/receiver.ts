import { createServer } from 'node:http'
import { z } from 'zod'
import type { Seeded } from '../support/seeded.ts'

/** A webhook receiver that accepts most events, answers some with 500 and closes some connections. */
export interface Receiver {
  readonly url: string
  /** Makes the receiver accept every event from now on. */
  acceptAll(): void
  /** Whether the receiver has accepted an event of this label. */
  hasAccepted(labelId: string): boolean
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
    acceptAll: () => {
      isGood = true
    },
    hasAccepted: (labelId) => taken.has(labelId),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
