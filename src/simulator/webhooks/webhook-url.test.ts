import { expect, test } from 'vitest'
import { explainRefusedUrl } from './webhook-url.ts'

test.each([
  'http://127.0.0.1:3000/webhooks',
  'https://example.test/hooks?tenant=7',
  'http://localhost:8080',
  'http://[::1]:9000/x',
  'http://10.0.0.7/',
  'http://192.168.1.20/',
  'http://169.253.255.255/',
  'http://169.254.example.test/',
  'http://[fec0::1]/',
  'http://[fd00::254]/',
  `http://example.test/${'a'.repeat(2048 - 'http://example.test/'.length)}`,
])('the webhook URL %s is accepted', (url) => {
  expect(explainRefusedUrl(url)).toBeUndefined()
})

test.each([
  ['', /not an absolute URL/],
  ['/webhooks', /not an absolute URL/],
  ['127.0.0.1:3000', /not an absolute URL/],
  ['http://', /not an absolute URL/],
  ['http://a b/', /not an absolute URL/],
  ['http://[::1', /not an absolute URL/],
  ['localhost:3000', /neither http/],
  ['file:///etc/passwd', /neither http/],
  ['gopher://example.test/1', /neither http/],
  ['ftp://example.test/', /neither http/],
  ['javascript:alert(1)', /neither http/],
  ['http://user@example.test/', /user name or password/],
  ['http://:word@example.test/', /user name or password/],
  ['http://example.test/#part', /fragment/],
  ['http://example.test/#', /fragment/],
  [`http://example.test/${'a'.repeat(2049 - 'http://example.test/'.length)}`, /longer than 2048/],
])('the webhook URL %s is refused', (url, reason) => {
  expect(explainRefusedUrl(url)).toMatch(reason)
})

test.each([
  'http://169.254.169.254/latest/meta-data/',
  'http://169.254.0.1:8080/',
  'http://169.254.169.254./',
  'http://2852039166/',
  'http://0xa9fea9fe/',
  'http://0xA9.0xFE.0xA9.0xFE/',
  'http://0251.0376.0251.0376/',
  'http://169.254.43518/',
  'http://169%2e254.169.254/',
  'http://１６９.２５４.169.254/',
  'http://[fe80::1]/',
  'http://[FEBF::1]/',
  'http://[::ffff:169.254.169.254]/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://[0:0:0:0:0:ffff:a9fe:1]/',
  'http://[::169.254.169.254]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[64:ff9b:1::169.254.169.254]/',
  'http://[::ffff:0:169.254.169.254]/',
  'http://[2002:a9fe:a9fe::1]/',
])('the webhook URL %s is refused, because it leads to a link-local address', (url) => {
  expect(explainRefusedUrl(url)).toBe('leads to a link-local address')
})

test.each([
  'http://100.100.100.200/latest/meta-data/',
  'http://1684301000/',
  'http://0x64.0x64.0x64.0xc8/',
  'http://0144.0144.0144.0310/',
  'http://[::ffff:100.100.100.200]/',
  'http://[64:ff9b::6464:64c8]/',
  'http://192.0.0.192/opc/v1/',
  'http://168.63.129.16/machine',
  'http://[fd00:ec2::254]/latest/meta-data/',
  'http://[FD00:0EC2:0:0:0:0:0:254]/',
  'http://[fd00:ec2::23]/v1/credentials',
  'http://[fd20:ce::254]/',
  'http://[fd00:42::42]/',
  'http://metadata.google.internal/computeMetadata/v1/',
  'https://METADATA.google.internal./',
  'http://metadata/',
  'http://metadata.goog/',
  'http://metadata.tencentyun.com/',
  'http://instance-data.ec2.internal/',
])('the webhook URL %s is refused, because it leads to the credentials of a cloud machine', (url) => {
  expect(explainRefusedUrl(url)).toBe(
    'leads to a cloud metadata service, which gives out the credentials of a machine',
  )
})

test.each([
  'http://100.100.100.201/',
  'http://168.63.129.17/',
  'http://192.0.0.193/',
  'http://[fd00:ec3::254]/',
  'http://[fd00:42::43]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:10.0.0.1]/',
  'http://[::1]/',
  'http://metadata.example.test/',
  'http://my-metadata/',
])(
  'the webhook URL %s is accepted, because its address is close to a refused address but not refused itself',
  (url) => {
    expect(explainRefusedUrl(url)).toBeUndefined()
  },
)
