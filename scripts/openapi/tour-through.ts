import { createInterface } from 'node:readline'
import { batchMaxItems } from '../../src/simulator/specification/operations.ts'
import { batchItem } from '../../test/support/parcels.ts'
import { tourService } from './service-tour.ts'

/**
 * The tour of the service, and the largest batch there can be, through whatever stands in front of it: says where the
 * simulator is, reads where to ask instead, and asks.
 */
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()

await tourService({
  through: async (url) => {
    process.stdout.write(`${url}\n`)
    const { value } = await lines.next()
    return value
  },
  last: async (recorder, key) => {
    const items = Array.from({ length: batchMaxItems }, () => batchItem())
    const { status } = await recorder.ask({ method: 'POST', path: '/v1/batches', key, body: { items } })
    if (status !== 201) throw new Error(`The largest batch is answered with ${status}.`)
  },
})
process.stdin.destroy()
