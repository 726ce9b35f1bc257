import { bytes, count, limits, time } from '../../../shared/limit.ts'

export const pageLimits = limits({
  text: bytes(1024, 'One console message or uncaught exception; the rest is cut'),
  texts: count(100, 'Console messages and uncaught exceptions kept of a view, of each kind'),
  arguments: count(10, 'Arguments kept of one console message'),
  address: bytes(2048, 'The address of one request; the rest is cut'),
  requests: count(2000, 'Requests of a view; a page that makes more is stopped'),
  header: bytes(8192, 'The value of one response header; the rest is cut'),
  headers: count(200, 'Response headers kept of the page itself'),
  requestHeaders: count(30, 'Response headers kept of any request'),
  requestHeaderBytes: bytes(8192, 'Response headers of one request together; further ones are left out'),
  viewHeaderBytes: bytes(64 * 1024, 'Response headers of all requests of a view; later requests are kept without'),
  bytes: bytes(200 * 2 ** 20, 'What a view may receive; a page that receives more is stopped'),
  targets: count(64, 'Frames of other sites and workers that are watched'),
  frames: count(120, 'Frames of the screen kept while a view is measured'),
  filmstrip: count(20, 'Screenshots of a filmstrip'),
  answer: time(2000, 'For a page to answer a question'),
  lastAnswer: time(1000, 'For a page to answer once its time is up'),
  lastIndex: time(1500, 'For its speed index once its time is up'),
  certificates: time(1500, 'For the servers on the way to a page to show their certificates again, after the views'),
  close: time(1000, 'For a page to close before the next view'),
})
