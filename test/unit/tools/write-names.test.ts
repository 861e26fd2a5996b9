import { describe, expect, it } from 'vitest';
import { wouldPassMarked, writeReason } from '../../../engine/workspace/mcp/write-names';

const list = (text: string): string[] => text.trim().split(/\s+/);
const marked = { readOnlyHint: true };

/** Named like a write: refused whatever the server says of them. */
const writes = list(`
  delete_user createOrder update-status set_limit send_mail post_message refund issue_refund pay_invoice cancel
  orders.delete get_or_create_user find_and_refund check_then_cancel HTTPDelete deleteall refund_order users_remove upsert2
  create_report refund_status_update deleteUser checkout billing.refund get.refund transfer_balance charge_balance
  void_transaction deactivate_user get_rid_of_user chargeback terminate_session flushall dElete_user eval
  suspend block unblock mute activate freeze hold capture authorize settle waive_fee discount terminate expire evict drain
  rotate unassign reassign link unlink attach detach disconnect mark_as_read acknowledge toggle switch pause resume rerun
  enqueue dequeue pop fetch_next_job migrate provision seed clone call_customer allow deny undo redo check_in_guest
  check_out_book check_off_todo checkOutBook check_todo_off hotel.check_in_guest hotel_check_in_guest
  sendemail postmessage bulkdelete users_deleteall readwrite_file getdel getset sendemails refundorder deleteuser
  get_create find_replace read_clear read_write status_set fetch_delete_user read_write_status
  DELETE_USER dElEtEuser d_elete_user users_dElete getdElete usersdelete bulkwrite Delete-User mcp__billing__deleteUser
`);

/** Questions: called without a mark, and all the more with one. */
const questions = list(`
  lookup_refund get_order listPosts search billing.lookup get_issue describe_settings peek get_commit getUser GetUserById
  list_deleted_users get_refunds get_cancellation is_enabled has_orders list_orders_and_items mcp__billing__get_order
  find_order look_up_order view_invoice count_orders query_ledger show_balance read_file fetch_page check_availability
  status order_status refund_status account_balance billing.payment_history server_info order_details userDetails
  inventory_count job_status balance history status_of_order order_lookup current_user_info get_block get_pull_request
`);

/** Neutral names, and questions about a write: called only when the server marks them as reading. */
const onlyMarked = list(`
  orders ledger_entries ping whoami refunds deleted_users settings dataset posts user_settings callers
  get_update_log check_submit_status getCreateDate search-cancel-reasons has_reset get_check_in_status get_next_page
  get_merge_request exchange_rates convert_time page_views directory_tree find_and_frobnicate reconciler_balance löschen
`);

describe('a tool that is named like a write', () => {
  it.each(writes)('%s is refused, marked as reading or not', (name) => {
    for (const hints of [undefined, {}, { destructiveHint: false }])
      expect(writeReason(name, hints)).toMatch(/^it is named like a write \(.+\)$/);
    expect(writeReason(name, marked)).toMatch(/^it is named like a write \(.+\), .*the server's own word$/);
    expect(wouldPassMarked(name, undefined)).toBe(false);
  });
});

describe('a tool whose name is a question', () => {
  it.each(questions)('%s is called, marked as reading or not', (name) => {
    expect(writeReason(name, undefined)).toBeUndefined();
    expect(writeReason(name, {})).toBeUndefined();
    expect(writeReason(name, marked)).toBeUndefined();
  });
});

describe('a tool of which nothing says that it only reads', () => {
  it.each(onlyMarked)('%s is called only when the server marks it as reading', (name) => {
    expect(writeReason(name, undefined)).toMatch(/^nothing says that it only reads: .* \(readOnlyHint: true\)$/);
    expect(wouldPassMarked(name, undefined)).toBe(true);
    expect(writeReason(name, marked)).toBeUndefined();
    expect(wouldPassMarked(name, marked)).toBe(false);
  });

  it('names the word of a question that makes it doubtful', () => {
    expect(writeReason('get_update_log', {})).toBe(
      'nothing says that it only reads: it is named like a write (update), and the server does not mark it as reading (readOnlyHint: true)',
    );
    expect(writeReason('orders', {})).toContain('its name is not that of a question');
  });
});

it('a name without end is refused at once', () => {
  for (const hints of [undefined, marked])
    expect(writeReason(`get_${'a'.repeat(1_000_000)}`, hints)).toMatch(/longer than 256 characters/);
});

describe('what the server says against a tool', () => {
  it.each([...questions, ...onlyMarked])('refuses %s, whatever it is called', (name) => {
    expect(writeReason(name, { readOnlyHint: false })).toMatch(/readOnlyHint: false/);
    expect(writeReason(name, { destructiveHint: true })).toMatch(/destructiveHint/);
    expect(writeReason(name, { readOnlyHint: true, destructiveHint: true })).toMatch(/destructiveHint/);
    expect(wouldPassMarked(name, { readOnlyHint: false })).toBe(false);
    expect(wouldPassMarked(name, { destructiveHint: true })).toBe(false);
  });
});
