/** The words by which `write-names.ts` tells a name that asks from one that writes. */

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** Words that mean a write wherever they stand in a name. */
export const writing = words(`
  abort accept ack acknowledge activate add adjust admit allow amend anonymise anonymize append apply approve assign
  attach authorise authorize ban begin bind bump buy cancel cleanup clear complete configure confirm consume cordon
  create deactivate deallocate decline decommission decr decrease decrement defer degrade del delete demote deny
  deploy deprecate deprovision dequeue deregister destroy detach disable disarm discard disconnect dismiss dispatch
  dispense do drop edit eject eliminate enable enqueue enrol enroll erase escalate eval evict exec execute expel
  expire extend finalise finalize finish flip flush flushall flushdb forget forward fulfil fulfill give hide
  impersonate incr increase increment ingest init initialise initialize inject insert install instantiate invalidate
  invoke join kill launch logout make mark materialise materialize merge migrate modify mutate mute nack notify nuke
  offboard onboard overrule overwrite pay perform populate prepend produce promote provision prune publish purge push
  put quarantine quit reactivate reallocate reassign reboot rebuild recalculate recompute reconcile reconfigure
  reconnect recover recreate recycle redeem redeploy redirect redo reduce refill refresh regenerate register regrant
  reimburse reindex reinstate reissue reject relabel reload relocate remediate remove rename renew reopen reorder
  repair repay replace replenish replicate reprocess requeue rerun resend reschedule reserve reset resize resolve
  restart restock restore resubmit resume resync retire retract retry revert revoke rewind rewrite rollback rotate
  sanitise sanitize save scrap scrub sell send set settle shuffle shutdown sign snooze spawn submit subscribe
  substitute subtract suspend take tamper teardown terminate throttle toggle truncate tweak unarchive unassign unban
  unbind unblock uncancel uncheck undelete undeploy undo unenroll unfollow unfreeze unhide unhold uninstall uninvite
  unlink unload unlock unmark unmount unmute unpause unpin unpublish unregister unreserve unset unsubscribe unsuspend
  untag update upgrade downgrade upsert vacuum void waive wake wipe withdraw withhold write zap zero
`);

/** Words that mean a write, unless the name is a question: `refund` writes, `lookup_refund` does not. */
export const ambiguous = words(`
  refund post issue order charge chargeback transfer book comment message report ship return email invoice payment
  credit debit schedule store archive release lock run start stop trigger change move import export close sync patch
  process place checkin checkout checkpoint log record open reservation booking subscription advance arm block call
  capture claim clone commit copy debug delegate deposit discount donate drain duplicate fire fix follow force fork
  freeze gift grant hire hold hook invite kick lend link override pause pop pull rebate remind replay reply reward
  seed skip stash swap switch trade trash tweet upload
`);

/** Verbs that nothing else begins or ends with: with one at either end, a word that is grown together is a write. */
export const gluing = words(`
  delete remove create update insert upsert cancel truncate destroy refund overwrite activate suspend terminate disconnect
  subscribe approve reject revoke deploy provision migrate publish
`);
/** What stands after such a verb in a word that does not write: `deleted`, `cancellation`, `refundable`. */
export const inflection = /^(?:d|r|rs|l?ed|er|ers|l?ations?|able|ments?)$/;
/** And the plurals of such a verb that are nouns. */
export const pluralNouns = words('updates refunds inserts');
/** Short verbs that are seen grown together with a thing, besides those that write wherever they stand. */
export const shortGluing = words('post call charge issue transfer ship');
/** What is seen before a verb that is grown together with it: `bulkdelete`. */
export const joined = words('bulk mass batch multi auto force hard soft all');

/** Words that a question begins with. */
export const asking = words(`
  get list read lookup look find search show describe view count fetch query status check has is
  are can exists retrieve inspect peek
`);
/** What stands after these is asked about, and never done. */
export const askingWhether = words('has is are can');
/** `find_and_refund` begins like a question and is none. */
export const joining = words('and or then plus');

/** What turns a question into something that is done: `check_in_guest`, `get_rid_of_user`, `fetch_next_job`. */
export const turning: Readonly<Record<string, ReadonlySet<string>>> = {
  check: words('in out off'),
  get: words('rid'),
  fetch: words('next'),
  read: words('write'),
  show: words('toast dialog'),
  count: words('down up'),
};

/** Nouns of state: a name that ends in one says what is, when nothing but things stands before. */
export const stateNouns = words(`
  status state info information detail details history count counts balance balances list lookup stats statistics summary
  overview version versions health availability uptime total totals metadata
`);
/** Those that one does not do to anything: one asks for a refund's details, and may refund a balance. */
export const plainStateNouns = words('status info information detail details history lookup stats statistics metadata');
/** What a name may end in besides, when it asks about a write: `get_update_log`, `search_cancel_reasons`. */
export const aboutNouns = words(`
  log logs date dates time times timestamp reason reasons policy policies event events rule rules limit limits option options
  setting settings config configuration permission permissions error errors result results type types schema schemas
  progress eligibility fee fees request requests
`);

/** Things whose state a noun alone asks for: `account_balance`. What is a verb as well is not among them. */
export const things = words(`
  account address agent api app application appointment article basket booking calendar cart catalog catalogue city client
  cluster company connection container country course cpu currency customer data database delivery device disk doctor domain
  employee entry environment event flight folder gpu group guest health hotel incident instance inventory invoice item job
  ledger location machine member membership memory network node object order org organisation organization parcel patient
  payment person pipeline player pod policy portfolio product profile property refund region repo repository reservation
  role room rule server service session shipment shop site stock store student subscription supplier system task team tenant
  ticket tier tracking transaction trip user vehicle vendor wallet warehouse weather workflow workspace
`);
/** More that is seen grown together with a verb: `sendemail`. */
export const objects = words('email mail message notification file password token key record row table document');
/** What may stand beside a thing. */
export const beside = words(
  'current latest last recent available active my own all total by for of in per the with a an id billing',
);
