import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Real time, and bytes that wait in this process for clients to read them. */
export interface ClientPatience {
  /** A client that has not taken one more of its answers whole for this long is dropped. */
  readonly answerMs: number
  /** More than this waiting for all clients together: those who have waited longest are dropped. */
  readonly waitingBytes: number
  readonly everyMs: number
}

const usual: ClientPatience = {
  answerMs: 60_000,
  waitingBytes: 512 * 1024 * 1024,
  everyMs: 1_000,
}

/** How far a client has come with what waits for it. */
interface Reading {
  readonly takenBytes: number
  readonly sinceMs: number
}

/**
 * Drops clients that ask and do not read. Node waits for them for ever, with their answers in memory; a client that has
 * taken all there was may stay, however long the next answer takes.
 */
export function dropStalledClients(
  server: Server,
  patience: ClientPatience = usual,
  now: () => number = () => performance.now(),
): void {
  const sockets = new Map<Socket, Reading | null>()
  server.on('connection', (socket) => {
    sockets.set(socket, null)
    socket.once('close', () => sockets.delete(socket))
  })
  const look = setInterval(() => {
    const nowMs = now()
    for (const [socket, reading] of sockets) sockets.set(socket, follow(socket, { reading, nowMs }))
    for (const socket of stalledAmong(sockets, { patience, nowMs })) socket.resetAndDestroy()
  }, patience.everyMs)
  look.unref()
  server.once('close', () => clearInterval(look))
}

function follow(
  socket: Socket,
  { reading, nowMs }: { readonly reading: Reading | null; readonly nowMs: number },
): Reading | null {
  if (socket.writableLength === 0) return null
  // Node counts a write as a whole, once the last of it is taken.
  const takenBytes = socket.bytesWritten - socket.writableLength
  return reading?.takenBytes === takenBytes ? reading : { takenBytes, sinceMs: nowMs }
}

function stalledAmong(
  sockets: ReadonlyMap<Socket, Reading | null>,
  { patience, nowMs }: { readonly patience: ClientPatience; readonly nowMs: number },
): readonly Socket[] {
  const readers = [...sockets].flatMap(([socket, reading]) => (reading === null ? [] : [{ socket, reading }]))
  const isStalled = ({ reading }: { readonly reading: Reading }): boolean =>
    nowMs - reading.sinceMs >= patience.answerMs
  const stalled = readers.filter(isStalled).map(({ socket }) => socket)
  const others = readers.filter((reader) => !isStalled(reader))
  let waitingBytes = others.reduce((sum, { socket }) => sum + socket.writableLength, 0)
  for (const { socket } of others.sort((a, b) => a.reading.sinceMs - b.reading.sinceMs)) {
    if (waitingBytes <= patience.waitingBytes) break
    waitingBytes -= socket.writableLength
    stalled.push(socket)
  }
  return stalled
}
