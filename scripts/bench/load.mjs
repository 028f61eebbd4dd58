// Sends the given requests alternately over 32 connections, and prints the number of responses a second. It is a separate
// process, so that it does not share a thread with the measured server.
import { Pool } from 'undici'

const { url, requests, count } = JSON.parse(process.argv[2])
const pool = new Pool(url, { connections: 32 })

async function sendRequests(total) {
  let left = total
  const startedAt = performance.now()
  const sendOneByOne = async () => {
    while (left > 0) {
      left -= 1
      const { method, path, headers, body } = requests[left % requests.length]
      const { statusCode, body: response } = await pool.request({ method, path, headers, body })
      await response.dump()
      if (statusCode >= 300) throw new Error(`${method} ${path} got the status ${statusCode}`)
    }
  }
  await Promise.all(Array.from({ length: 32 }, sendOneByOne))
  return total / ((performance.now() - startedAt) / 1000)
}

console.log(await sendRequests(count))
await pool.close()
