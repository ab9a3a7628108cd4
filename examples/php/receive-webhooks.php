<?php
/**
 * Receives webhooks: TABARD_SECRET=whsec_… php -S 127.0.0.1:9000 receive-webhooks.php. Needs nothing but PHP 8.
 * Verifies each by the Standard Webhooks specification, and does each event's work once however often it comes.
 */

const TOLERANCE_SECONDS = 300;

function isGenuine(string $body): bool
{
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    // What is older than five minutes: somebody sends again what they have overheard.
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }
    $key = base64_decode(preg_replace('/^whsec_/', '', getenv('TABARD_SECRET')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    // Several signatures while a secret is rotated: one that fits is enough.
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $given) {
        if (hash_equals($expected, $given)) {
            return true;
        }
    }
    return false;
}

$body = file_get_contents('php://input');
if ($_SERVER['REQUEST_METHOD'] !== 'POST' || !isGenuine($body)) {
    http_response_code(401);
    exit;
}
$event = json_decode($body, true);
// In your database, a row with a unique key, written in the transaction of the event's work. Here: a file per event.
$done = sys_get_temp_dir() . '/tabard-' . hash('sha256', getenv('TABARD_SECRET') . $event['id']);
$file = @fopen($done, 'x');
if ($file !== false) {
    fclose($file);
    file_put_contents('php://stderr', "{$event['sequence']} {$event['type']} {$event['subject']}\n");
}
http_response_code(204);
