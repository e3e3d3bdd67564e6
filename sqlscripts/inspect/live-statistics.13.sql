-- Purpose:  whether trace flag 7412 collects live query statistics for all sessions. From 15 on that is always on and the flag means
--           nothing, so it is not sent there.
-- Versions: 13 and 14.
-- Rights:   none beyond being in the role public.
DBCC TRACESTATUS (7412, -1) WITH NO_INFOMSGS;
