-- Cancelling a class has its own permission now: it stays taken from whoever had the one for changing classes taken.
UPDATE staff SET permissionOverrides = json_insert(permissionOverrides, '$.revoke[#]', 'sessions:cancel')
  WHERE EXISTS (SELECT 1 FROM json_each(permissionOverrides, '$.revoke') WHERE value = 'sessions:write');
