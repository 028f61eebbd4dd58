/** Run before the command: says when asked, after a collection, what is still held. The command knows nothing of it. */
process.on('message', () => process.send?.(held()))
process.channel?.unref()

function held(): HeldMemory {
  Reflect.get(globalThis, 'gc')?.()
  const { heapUsed, external } = process.memoryUsage()
  return { heldBytes: heapUsed + external }
}

/** Objects and buffers that something still leads to. */
export interface HeldMemory {
  readonly heldBytes: number
}
