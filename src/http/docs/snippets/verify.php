<?php

/** $rawBody: file_get_contents('php://input'); $header: $_SERVER['HTTP_X_SERVICE_SIGNATURE'] */
function verify(string $rawBody, string $header, string $secret, ?int $now = null): bool
{
    $timestamp = '';
    $given = [];
    foreach (explode(',', $header) as $field) {
        [$name, $value] = explode('=', trim($field), 2) + [1 => ''];
        if ($name === 't') $timestamp = $value;
        if ($name === 'v1') $given[] = $value;
    }
    $expected = hash_hmac('sha256', $timestamp . '.' . $rawBody, $secret);
    foreach ($given as $value) {
        if (hash_equals($expected, $value)) return abs(($now ?? time()) - (int) $timestamp) <= 300;
    }
    return false;
}
