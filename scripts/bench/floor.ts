import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { z } from 'zod'

/** The floor: a bare Hono server with one header check, one zod body and a JSON answer. */
const address = z.object({
  name: z.string(),
  street1: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.string(),
})
const body = z.object({
  from_address: address,
  to_address: address,
  parcel: z.object({ weight_oz: z.number(), length: z.number(), width: z.number(), height: z.number() }),
})

const app = new Hono()
app.use('*', async (c, next) => {
  if (!c.req.header('authorization')?.startsWith('Bearer ')) return c.json({ error: 'no key' }, 401)
  return next()
})
app.get('/v1/wallet', (c) => c.json({ balance_cents: 10_000_000, currency: 'USD', unlimited: true }))
app.post('/v1/any', async (c) => {
  const parsed = body.safeParse(await c.req.json())
  return parsed.success
    ? c.json({ id: 'any', zip: parsed.data.to_address.zip }, 201)
    : c.json({ error: 'no' }, 422)
})

serve({ fetch: app.fetch, port: Number(process.env['PORT'] ?? 0), hostname: '127.0.0.1' }, ({ port }) => {
  console.log(`floor listening on http://127.0.0.1:${port}`)
})
process.on('SIGTERM', () => process.exit(0))
