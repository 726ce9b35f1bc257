/** What runs in the pages of the demo: a button while the site of the page waits for its DNS records. */
export const demoScript = `
const box = document.createElement('div')
box.setAttribute('role', 'region')
box.setAttribute('aria-label', 'Demo')
Object.assign(box.style, {
  position: 'fixed', right: '24px', bottom: '24px', zIndex: '200', maxWidth: 'calc(100vw - 48px)', padding: '12px 16px',
  borderRadius: '8px', background: 'var(--sp-toast)', color: 'var(--sp-on-toast)', font: 'inherit',
  boxShadow: '0 8px 24px rgb(0 0 0 / 20%)',
})
const button = document.createElement('button')
button.type = 'button'
button.textContent = 'Set the DNS records (demo)'
Object.assign(button.style, { font: 'inherit', fontWeight: '600', color: 'inherit', background: 'none', border: '0', padding: '6px 0', cursor: 'pointer' })
const told = document.createElement('p')
told.setAttribute('role', 'status')
told.style.margin = '0'
box.append(button, told)

let siteId
const pathOf = (id) => '/demo/sites/' + id + '/dns'
button.addEventListener('click', async () => {
  const { host } = await (await fetch(pathOf(siteId), { method: 'POST' })).json()
  button.remove()
  told.textContent = 'The name server has the records of ' + host + ' now. They are seen within a minute, or with “Check now”.'
})

async function follow() {
  const [, id] = /\\/sites\\/([\\da-f-]{36})$/.exec(location.pathname) ?? []
  const reply = id && (await fetch(pathOf(id)).catch(() => undefined))
  const site = reply?.ok ? await reply.json() : undefined
  if (!site?.isWaiting) {
    box.remove()
  } else if (!box.isConnected || id !== siteId) {
    told.textContent = ''
    box.prepend(button)
    document.body.append(box)
  }
  siteId = id
  setTimeout(follow, 2000)
}
void follow()
`
