import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Creates a self-signed certificate for localhost, with its key, and returns both with the path of its file. */
export function createSelfSigned(directory = mkdtempSync(join(tmpdir(), 'certificate-')), name = 'own') {
  const [key, certificate] = [join(directory, `${name}.key`), join(directory, `${name}.crt`)]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const files = ['-keyout', key, '-out', certificate]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...kind, ...subject, ...files], { stdio: 'pipe' })
  return { key: readFileSync(key), cert: readFileSync(certificate), path: certificate }
}
