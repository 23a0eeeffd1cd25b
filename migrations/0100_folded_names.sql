-- program: fold names
-- Searches fold names in the program, which writes these texts and the changed words of `clientSearch` after this step.
UPDATE sites SET searchText = '';
UPDATE staff SET searchText = '';
