import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { z } from 'zod'

/**
 * The stub server that the benchmark compares with: a server that one could write in a quarter of an hour. It looks up the
 * key in a map, checks the body, sends the standard headers, and responds with constants that it gets as JSON.
 */
const responses: Record<'wallet' | 'rates' | 'label', object> = JSON.parse(process.argv[2] ?? '')
const keys = new Map([['pr_test_d0c0d0c0d0c0d0c0d0c0d0c0d0c0d0c0', { environment: 'test' }]])

const text = z.string().min(1)
const address = z.object({ name: text, street1: text, city: text, state: text, zip: text, country: text })
const size = z.number().positive()
const shipment = z.object({
  from_address: address,
  to_address: address,
  parcel: z.object({ weight_oz: size, length: size, width: size, height: size }),
})
const purchase = z.object({ rate_id: text })

type Variables = { environment: string }
const app = new Hono<{ Variables: Variables }>()
app.use('/v1/*', (c, next) => {
  const key = keys.get(c.req.header('authorization')?.slice('Bearer '.length) ?? '')
  if (key === undefined) return Promise.resolve(c.json({ error: { code: 'AUTH.KEY.INVALID' } }, 401))
  c.set('environment', key.environment)
  return next()
})
app.get('/v1/wallet', (c) => c.json(responses.wallet, 200, createHeaders()))
app.post('/v1/rates', async (c) => {
  if (!shipment.safeParse(await c.req.json()).success) return c.json({ error: {} }, 422)
  return c.json(responses.rates, 200, createHeaders())
})
app.post('/v1/labels', async (c) => {
  if (!purchase.safeParse(await c.req.json()).success) return c.json({ error: {} }, 422)
  return c.json(responses.label, 201, createHeaders())
})

let count = 0
function createHeaders(): Record<string, string> {
  count += 1
  return {
    'X-RateLimit-Limit': '300',
    'X-RateLimit-Remaining': '299',
    'X-RateLimit-Reset': String(Math.ceil(Date.now() / 1000)),
    'X-Request-Id': `req_${String(count).padStart(24, '0')}`,
  }
}

serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  console.log(`stub listening on http://127.0.0.1:${port}`)
})
process.on('SIGTERM', () => process.exit(0))
