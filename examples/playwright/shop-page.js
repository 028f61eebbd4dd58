import { createServer } from 'node:http'

const renderPage = (main) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Harbour Goods</title><link rel="icon" href="data:,"></head>
<body><main><h1>Harbour Goods</h1>${main}</main></body>
</html>`

const orderForm = `<form method="post">
${['name', 'street1', 'city', 'state', 'zip'].map((field) => `<p><label>${field} <input name="${field}" required></label></p>`).join('\n')}
<button>Order</button>
</form>`

const shop = {
  name: 'Harbour Goods',
  street1: '350 5th Ave',
  city: 'New York',
  state: 'NY',
  zip: '10118',
  country: 'US',
}
const parcel = { weight_oz: 24, length: 10, width: 8, height: 4 }

const messagesByStatus = {
  shipped: ({ label }) => `Your parcel ${label.tracking_number} goes out with ${label.carrier}.`,
  address_wrong: () => 'Please check your address: no carrier can deliver to it.',
  payment_needed: () => 'Your order waits for our payment. You need not do anything.',
  price_rose: () => 'The price of shipping has risen. Please order again.',
}

/** Creates the shop's server. Every path shows the order form, and each POST places an order. */
export function createShop(desk) {
  return createServer(async (request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    if (request.method !== 'POST') return response.end(renderPage(orderForm))
    try {
      response.end(renderPage(`<p role="status">${await placeOrder(desk, await readForm(request))}</p>`))
    } catch {
      response
        .writeHead(503)
        .end(renderPage('<p role="alert">We cannot ship at the moment. Please try later.</p>'))
    }
  })
}

async function readForm(request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString('utf8')))
}

async function placeOrder(desk, fields) {
  const order = { from: shop, to: { ...fields, country: 'US' }, parcel }
  const quote = await desk.quote(order)
  const result = quote.status === 'quoted' ? await desk.buy(order, quote) : quote
  return messagesByStatus[result.status](result)
}
