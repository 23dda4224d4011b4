# Creates, edits, lists and deletes a link with the client that openapi-python-client generates.
import os
from hoplog import AuthenticatedClient
from hoplog.api.links import create_url, delete_url, list_urls, update_url
from hoplog.models import CreateUrlBody, UpdateUrlBody

client = AuthenticatedClient(base_url=os.environ["HOPLOG_URL"], token=os.environ["HOPLOG_KEY"], raise_on_unexpected_status=True)
made = create_url.sync(client=client, body=CreateUrlBody(name="From Python", original_url="https://example.com/python"))
print("made", made.data.field_id)
edited = update_url.sync(made.data.field_id, client=client, body=UpdateUrlBody(name="Edited from Python", redirect_status=308))
print("edited", edited.data.name)
listed = list_urls.sync(client=client, search="Edited from Python", limit=10, is_active=True)
print("listed", len(listed.data), listed.data[0].name)
print("deleted", delete_url.sync(made.data.field_id, client=client).success)
