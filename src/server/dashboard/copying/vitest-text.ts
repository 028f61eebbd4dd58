import { type CopiedTest, type ResponsePath, type Step, writeTemplateExpression } from './steps.ts'

/** Writes a test as a file for vitest, which starts its own simulator. */
export function writeVitestTest({ seed, startsAt, steps }: CopiedTest): string {
  return `import { expect, it } from 'vitest'
import { startDrydock } from 'shipping-drydock'

it('the requests of the account get the same responses again', async () => {
  const dock = await startDrydock({ seed: ${JSON.stringify(seed)}, clock: ${JSON.stringify(`frozen@${startsAt}`)} })
  const control = \`\${dock.url}/_drydock/accounts/default\`

  /** Sends a request; a lost response has the status 0. */
  async function send(method: string, url: string, key: string, contentType: string, body?: string) {
    const headers: Record<string, string> = {}
    if (key !== '') headers.Authorization = \`Bearer \${key}\`
    if (body !== undefined) headers['Content-Type'] = contentType
    try {
      const response = await fetch(url, { method, headers, body })
      const text = await response.text()
      let json: any
      try {
        json = JSON.parse(text)
      } catch {}
      return { status: response.status, json }
    } catch {
      return { status: 0, json: undefined as any }
    }
  }

  try {
${steps.map((step, at) => writeVitestStep(step, at + 1)).join('\n\n')}
  } finally {
    await dock.close()
  }
}, 60_000)
`
}

function writeVitestStep(step: Step, number: number): string {
  const { to, method, key, contentType, seconds, status, checks, saves } = step
  const url = `${to === 'service' ? 'dock.url' : 'control'} + ${writeTemplateExpression(step.path)}`
  const keyText = key === 'none' ? `''` : `dock.keys.${key}`
  const body = step.body === null ? '' : `, ${writeTemplateExpression(step.body)}`
  const call = `await send('${method}', ${url}, ${keyText}, ${JSON.stringify(contentType)}${body})`
  const name = `response${number}`
  const lines = [
    ...(seconds === 0 ? [] : [`await dock.clock.advance('${seconds}s')`]),
    ...(status === null
      ? ['// A fault kept this response from the client.', call]
      : [`const ${name} = ${call}`, `expect(${name}.status).toBe(${status})`]),
    ...checks.map(
      ({ place, value }) => `expect(${name}.json${toPropertyAccess(place)}).toBe(${JSON.stringify(value)})`,
    ),
    ...saves.map(({ place, variable }) => `const ${variable} = ${name}.json${toPropertyAccess(place)}`),
  ]
  return lines.map((line) => `    ${line}`).join('\n')
}

const toPropertyAccess = (place: ResponsePath) => place.map((part) => `[${JSON.stringify(part)}]`).join('')
