import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { curlOf } from './curl.ts'

describe('a curl line', () => {
  it('says nothing it need not for a plain read', () => {
    const line = curlOf({ method: 'GET', url: 'http://h/v1/wallet', headers: {}, key: undefined, body: null })
    expect(line).toBe("curl -i 'http://h/v1/wallet'")
  })

  it('is taken by a shell as it is meant, the key from the environment', () => {
    const body = `{"name":"O'Neil $HOME \`id\` \\"x\\" !"}`
    const line = curlOf({
      method: 'POST',
      url: "http://h/v1/rates?q='",
      headers: { Authorization: 'Bearer pr_test_…d0c0', 'Content-Type': 'application/json' },
      key: 'pr_test_secret',
      body,
    })
    expect(line).not.toContain('secret')
    const words = execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${line}`], {
      encoding: 'utf8',
      env: { DRYDOCK_KEY: 'k' },
    })
    expect(words.trimEnd().split('\n')).toEqual([
      '-i',
      '-X',
      'POST',
      '-H',
      'Authorization: Bearer k',
      '-H',
      'Content-Type: application/json',
      '--data-raw',
      body,
      "http://h/v1/rates?q='",
    ])
  })
})
